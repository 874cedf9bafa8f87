// The pages that ask for a passkey: a browser makes and presents one by script alone.
// <form data-passkey="create" data-options="{...}"> with a hidden field `answer`; <p data-failed hidden>
const form = document.querySelector("form[data-passkey]");
const failed = document.querySelector("[data-failed]");

/** @param {ArrayBuffer} buffer */
function toText(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {{ id: string }} credential */
function withBytes(credential) {
  return { ...credential, id: toBytes(credential.id) };
}

/** @param {any} options */
async function made(options) {
  const { user, challenge, excludeCredentials } = options;
  const publicKey = {
    ...options,
    user: { ...user, id: toBytes(user.id) },
    challenge: toBytes(challenge),
    excludeCredentials: excludeCredentials.map(withBytes),
  };
  const credential = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = credential.response;
  const transports = credential.response.getTransports?.() ?? [];
  return {
    credential,
    response: { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject), transports },
  };
}

/** @param {any} options */
async function presented(options) {
  const { challenge, allowCredentials } = options;
  const publicKey = { ...options, challenge: toBytes(challenge), allowCredentials: allowCredentials.map(withBytes) };
  const credential = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  return {
    credential,
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
    },
  };
}

/** @param {HTMLFormElement} form */
async function answerOf(form) {
  const options = JSON.parse(form.dataset.options ?? "{}");
  const { credential, response } = await (form.dataset.passkey === "create" ? made(options) : presented(options));
  const id = toText(credential.rawId);
  return { id, rawId: id, type: credential.type, response, clientExtensionResults: {} };
}

if (form instanceof HTMLFormElement) {
  let isSending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = form.elements.namedItem("answer");
    if (isSending || !(field instanceof HTMLInputElement)) return;
    isSending = true;
    failed?.setAttribute("hidden", "");
    try {
      field.value = JSON.stringify(await answerOf(form));
      form.submit();
    } catch {
      // its owner said no, waited too long, or the browser knows no passkeys here
      failed?.removeAttribute("hidden");
      isSending = false;
    }
  });
}
