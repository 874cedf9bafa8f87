/** Where the wall's clock of a test file begins when nobody says otherwise: noon of a Wednesday in the middle of a month, no holiday anywhere that we count. */
const ordinary = "2026-11-18T12:00:00.000Z";

const startMs = Date.parse(process.env.TEST_AT || ordinary);
if (Number.isNaN(startMs)) throw new Error(`TEST_AT is no time: ${process.env.TEST_AT}`);

const wallNow = Date.now;
const aheadMs = startMs - wallNow();
Date.now = () => wallNow() + aheadMs;

/** The one Date there is, so that `instanceof` holds for dates that Node made. */
globalThis.Date = new Proxy(Date, {
  apply: (target) => new target(target.now()).toString(),
  construct: (target, given, input) => Reflect.construct(target, given.length > 0 ? given : [target.now()], input),
});
