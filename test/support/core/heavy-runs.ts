/** How many cases the heaviest properties play: 10,000 in `npm run test:deep`, a fifth of them in `npm test`. */
export const heavyRuns = process.env.SLUICE_PROPERTIES === "whole" ? 10_000 : 2_000;
