/** What the forms about an endpoint ask for. */
export const endpointTexts = {
  url: { label: "URL", type: "url", hint: "https, but in the sandbox" },
  events: { label: "Events", type: "lines", optional: true, hint: "One a line; none means all" },
  description: "Description",
} as const;
