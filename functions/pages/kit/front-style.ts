/** The look of the front door and of the public overview, beside the kit's. */
export const frontStyle = `
.row{max-width:none}
.hero{font-size:clamp(2rem,1.4rem + 3vw,3rem);max-width:18ch}
.steps,.tiles{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))}
.steps li,.tiles li{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.25rem;margin:0}
.steps p,.tiles p{margin:0}
.steps{counter-reset:step}.steps li{counter-increment:step}
.steps li::before{content:counter(step);display:inline-block;min-width:2rem;line-height:2rem;text-align:center;border-radius:2rem;background:var(--accent);color:var(--on-accent);font-weight:700;margin-bottom:.6rem}
.links a,.row>a:not(.button){display:inline-flex;align-items:center;min-height:44px}
.pictures{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));align-items:start;margin-bottom:1.5rem}
.tiles+.card{margin-top:2rem}
.pictures .card{margin:0}.pictures h2{margin:0 0 .25rem}
.figures{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,10rem),1fr));margin:0 0 1.25rem}
@media (min-width:48em){.figures li:first-child{grid-column:span 2}}
.figures li{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:1rem 1.25rem;margin:0}
.figures .figure{display:block;white-space:nowrap;font-size:clamp(1.4rem,1.1rem + 1.5vw,2.1rem)}
figure{margin:0 0 .5rem}
.drawn{display:block;width:100%;max-width:34rem;height:auto}
.drawn text{fill:var(--ink);font-size:12px}.drawn .quiet{fill:var(--soft)}
.drawn .grid{stroke:var(--line);stroke-width:1}
.is-main{fill:var(--accent)}.is-good{fill:var(--good)}.is-warn{fill:var(--warn)}.is-bad{fill:var(--bad)}.is-calm{fill:var(--soft)}
.band{opacity:.3}
summary{min-height:44px;display:flex;align-items:center;cursor:pointer;color:var(--accent);text-decoration:underline;text-underline-offset:.18em}
.scroll{overflow-x:auto}`;
