import { erasureIdOf, requestErasure, withdrawErasure } from "../../../app/operations/erasures.ts";
import { exportSubject, searchSubjects } from "../../../app/operations/personal-exports.ts";
import { consolePrivacyActionOperations, consolePrivacyOperations } from "../../../contract/console/console-privacy.ts";
import { subjectSearchOf } from "../../../domain/operations/erasable-types.ts";
import { erasureContextOf } from "../../../wiring/operations/erasures.ts";
import { formPages, leading, performing, showOn } from "../kit/handlers.ts";
import { serveConsole } from "../refused.ts";
import { blankSearchPage, erasuresPage, exportPage, foundPage, subjectPage } from "./subjects.ts";

const subjectPlace = "privacy/subjects/{id}";

const actions = performing(consolePrivacyActionOperations, erasureContextOf, {
  findPerson: async (context, { body: { whom } }, view) =>
    foundPage(view, await searchSubjects(context, subjectSearchOf(whom))),
  exportPerson: async (context, { params: { id }, body }, view) => {
    const told = await exportSubject(context, id);
    if (body.as === "page") return exportPage(view, told);
    return {
      body: `${JSON.stringify(told, null, 2)}\n`,
      contentType: "application/json; charset=utf-8",
      headers: { "content-disposition": `attachment; filename="${id}.json"` },
    };
  },
  erasePerson: leading(subjectPlace, "erasure-asked", (context, { params, body: { reason, reference } }) =>
    requestErasure(context, { subject: params.id, reason, reference }),
  ),
  withdrawErasureByHand: leading(subjectPlace, "erasure-withdrawn", (context, { params }) =>
    withdrawErasure(context, erasureIdOf(params.id)),
  ),
});

const pages = formPages(erasureContextOf, consolePrivacyActionOperations, {
  "/console/privacy": (_, view) => blankSearchPage(view),
  "/console/privacy/subjects/{id}": subjectPage,
});

const showing = showOn(erasureContextOf);

export const handler = serveConsole(
  { ...consolePrivacyOperations, ...consolePrivacyActionOperations },
  { showErasures: showing(erasuresPage), showSubject: showing(subjectPage), ...actions },
  pages,
);
