// Draws the OpenAPI document of the API reference with Swagger UI (a script before this one).
const { SwaggerUIBundle } = /** @type {any} */ (globalThis);
const place = document.getElementById("reference");

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// The renderer's link inside the button that opens an operation is reached by no keyboard.
const plainNames = () => ({
  wrapComponents: {
    DeepLink:
      (/** @type {unknown} */ _original, /** @type {any} */ { React }) =>
      (/** @type {{ text: string }} */ { text }) =>
        React.createElement("span", null, text),
  },
});

// Each table of replies calls itself a region, and all of them by no name.
new MutationObserver(() => {
  for (const table of document.querySelectorAll("table[role=region]")) table.removeAttribute("role");
}).observe(place ?? document.body, { childList: true, subtree: true });

SwaggerUIBundle({
  url: new URL(place?.dataset.document ?? "openapi.json", document.baseURI).href,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  plugins: [plainNames],
});
