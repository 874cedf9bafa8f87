// Says at once that a file is too large or of the wrong type: without script it is said after it was sent.
// <input type="file" data-max="bytes" data-large="…" data-type="…" aria-describedby="…">
for (const input of document.querySelectorAll("input[type=file][data-max]")) {
  if (!(input instanceof HTMLInputElement) || !input.form) continue;
  const error = document.createElement("p");
  error.className = "error";
  error.id = `${input.id}-error`;
  error.setAttribute("role", "alert");
  input.before(error);

  const look = () => {
    const file = input.files?.[0];
    const { max = "", large = "", type = "" } = input.dataset;
    let problem = "";
    if (file && file.size > Number(max)) problem = large;
    else if (file && file.type !== "" && file.type !== input.accept) problem = type;
    error.textContent = problem;
    input.setCustomValidity(problem);
    if (problem) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  const described = input.getAttribute("aria-describedby") ?? "";
  input.setAttribute("aria-describedby", `${described} ${error.id}`.trim());
  input.addEventListener("change", look);
}
