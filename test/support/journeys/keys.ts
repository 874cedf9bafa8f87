import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Form } from "../../../functions/domain/core/form.ts";
import { until } from "../runner/until.ts";

/** The most stops from anything on a page to anything after it. */
const mostTabs = 60;

interface Focused {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly text: string;
  readonly isSeen: boolean;
}

/** Somebody who has a keyboard and nothing else. */
export class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async #focused(): Promise<Focused> {
    const read = `(() => {
      const at = document.activeElement;
      const { top, bottom } = at.getBoundingClientRect();
      const isSeen = at.matches(":focus-visible") && bottom > 0 && top < innerHeight;
      return { name: at.name ?? "", type: at.type ?? "", value: at.value ?? "", isSeen,
        text: at.innerText?.replace(/\\s+/g, " ").trim() ?? "" };
    })()`;
    return (await this.#page.evaluate(read)) as Focused;
  }

  /** Tabs on until what has the focus is it; the focus must be visible. */
  async #reach(what: string, isIt: (focused: Focused) => boolean): Promise<Focused> {
    for (let pressed = 0; pressed < mostTabs; pressed += 1) {
      await this.press("Tab");
      const focused = await this.#focused();
      if (!isIt(focused)) continue;
      // Where it lies outside the window the page scrolls there.
      await until(
        () => this.#focused(),
        ({ isSeen }) => isSeen,
        `the focus on ${what} is not seen`,
      );
      return focused;
    }
    return expect.fail(`no ${what} within ${mostTabs} tabs`);
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** On to a button or a link with these words. */
  async to(label: string): Promise<void> {
    await this.#reach(label, ({ text }) => text === label);
  }

  /** On to a field. */
  async toField(name: string): Promise<Focused> {
    return this.#reach(name, (focused) => focused.name === name);
  }

  /** Fills in fields in the order of the page. */
  async type(fields: Form): Promise<void> {
    for (const [name, value = ""] of Object.entries(fields)) {
      if (value === "") continue;
      const { type } = await this.toField(name);
      if (type === "checkbox") await this.#tick(name);
      else if (type === "radio") await this.#pick(name, value);
      else if (type === "select-one") await this.#select(name, value);
      else await this.#page.keyboard.type(type === "date" ? asTyped(value) : value);
    }
  }

  async #tick(name: string): Promise<void> {
    const box = this.#page.locator(`[name="${name}"]`);
    if (!(await box.isChecked())) await this.press("Space");
  }

  async #pick(name: string, value: string): Promise<void> {
    await this.press("Space");
    for (let pressed = 0; (await this.#focused()).value !== value; pressed += 1) {
      expect(pressed, `${name} offers ${value}`).toBeLessThan(10);
      await this.press("ArrowDown");
    }
  }

  async #select(name: string, value: string): Promise<void> {
    const option = this.#page.locator(`[name="${name}"] option[value="${value}"]`);
    await this.#page.keyboard.type((await option.textContent()) ?? "");
    expect((await this.#focused()).value, name).toBe(value);
  }

  /** Chooses a file in the box that opens. */
  async chooseFile(bytes: Uint8Array, name: string): Promise<void> {
    await this.toField("file");
    const chooser = this.#page.waitForEvent("filechooser");
    await this.press("Space");
    await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: Buffer.from(bytes) });
  }
}

/** A date as an American types it: 2015-04-01 is 04012015. */
function asTyped(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}${day}${year}`;
}
