import { createHash } from "node:crypto";
import { Refusal } from "../../../domain/core/refusal.ts";
import type { Answer } from "../../../http/operation-types.ts";

const colours = `
:root{color-scheme:light dark;
--ground:#f4f7f8;--paper:#fff;--ink:#14212b;--soft:#52616c;--line:#d5dde2;--hover:#eaf1f2;
--accent:#0b6e75;--on-accent:#fff;--good:#126a41;--good-bg:#def3e7;--bad:#a3232b;--bad-bg:#fde7e7;
--warn:#744b00;--warn-bg:#fcefd2;--calm:#3f4e5a;--calm-bg:#e7edf0;--focus:#b45309}
@media (prefers-color-scheme:dark){:root{
--ground:#0f171c;--paper:#172127;--ink:#e5ecf0;--soft:#9eafba;--line:#2d3b45;--hover:#1e2b32;
--accent:#5ecad1;--on-accent:#04262a;--good:#80dcab;--good-bg:#12382a;--bad:#ff9d9d;--bad-bg:#46191d;
--warn:#f4c563;--warn-bg:#3d2e0b;--calm:#b4c3cd;--calm-bg:#26343d;--focus:#fbbf24}}`;

const frame = `
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
main:focus{outline:none}
.skip{position:absolute;left:-999rem;top:.5rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
.skip:focus{left:.5rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.soft{color:var(--soft)}.n{white-space:nowrap}.words{overflow-wrap:break-word}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.6rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:700;font-size:1.1rem;color:var(--ink);text-decoration:none;letter-spacing:-.01em}
.brand rect{fill:var(--accent)}.brand path{fill:none;stroke:var(--on-accent);stroke-width:1.6;stroke-linecap:round}
.stage{font-size:.75rem;font-weight:600;padding:.1rem .5rem;border-radius:1rem;text-transform:uppercase;letter-spacing:.05em}
.stage-test{background:var(--warn-bg);color:var(--warn)}.stage-prod{background:var(--bad-bg);color:var(--bad)}
.search{display:flex;flex:1 1 16rem;max-width:34rem;gap:.4rem;margin:0 auto}
.search input{flex:1}
.who{display:flex;align-items:center;gap:.75rem;margin-inline-start:auto}
.inside{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:2rem;max-width:86rem;margin:0 auto;padding:1.5rem}
.inside>nav ul{list-style:none;margin:0;padding:0;position:sticky;top:1rem;display:grid;gap:.1rem}
.inside>nav a{display:flex;justify-content:space-between;gap:.5rem;padding:.35rem .75rem;border-radius:6px;color:var(--ink);text-decoration:none}
.inside>nav a:hover{background:var(--hover)}
.inside>nav a[aria-current]{background:var(--accent);color:var(--on-accent);font-weight:600}
.outside{max-width:27rem;margin:8vh auto;padding:0 1.25rem}
.outside main{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:1.5rem 1.75rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 1rem}
h2{font-size:1.05rem;margin:0 0 .75rem}
h3{font-size:.95rem;margin:1.1rem 0 .5rem}h2+h3{margin-top:0}
section{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem;margin:0 0 1.25rem}
section>:last-child{margin-bottom:0}
.head{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;margin-bottom:1rem}.head h1{margin:0}
.head .end{margin-inline-start:auto}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 1.25rem;align-items:start}
.two.wider{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.tabs ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 1rem;padding:0;border-bottom:1px solid var(--line)}
.tabs a{display:block;padding:.25rem 0 .45rem;color:var(--soft);text-decoration:none;border-bottom:3px solid transparent}
.tabs a:hover{color:var(--ink)}.tabs a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--accent)}
.trail ol{list-style:none;display:flex;flex-wrap:wrap;margin:0 0 .35rem;padding:0;font-size:.87rem}
.trail li::after{content:"›";padding:0 .4rem;color:var(--soft)}
code{font:.9em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
p{margin:0 0 .9rem;max-width:70ch}`;

const things = `
.badge{display:inline-block;padding:.05rem .5rem;border-radius:1rem;font-size:.82rem;font-weight:600;white-space:nowrap}
.good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}
.warn{color:var(--warn);background:var(--warn-bg)}.calm{color:var(--calm);background:var(--calm-bg)}
.notice,.errors{padding:.7rem 1rem;border-radius:8px;border-inline-start:4px solid;max-width:none;margin:0 0 1.25rem}
.errors{color:var(--bad);background:var(--bad-bg)}.errors h2{margin:0 0 .25rem}.errors a{color:inherit}
.errors ul,.errors p{margin:0;padding-inline-start:1.1rem}.errors p{padding:0}
.empty{color:var(--soft);margin:.25rem 0}
dl{margin:0 0 1rem;display:grid;gap:.45rem}
dl div{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:0 1rem}
dt{color:var(--soft)}dd{margin:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;margin:0 0 1rem}
th{text-align:start;white-space:nowrap;font-size:.8rem;font-weight:600;color:var(--soft);padding:.3rem .6rem;border-bottom:1px solid var(--line)}
td{min-width:4.5rem;padding:.45rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child td{border-bottom:0}tbody tr:hover{background:var(--hover)}
.right{text-align:end;min-width:0}
th:first-child,td:first-child{padding-inline-start:0}th:last-child,td:last-child{padding-inline-end:0}
.pager{display:flex;gap:1rem;justify-content:flex-end}
.secret{display:block;padding:.8rem 1rem;border:1px dashed var(--accent);border-radius:8px;background:var(--hover);margin:0 0 1rem;user-select:all}
.acts{list-style:none;padding:0;margin:0;display:grid;gap:.6rem}
ul.plain{margin:0;padding-inline-start:1.1rem}td ul.plain+*{margin-top:.4rem}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{position:relative;padding:0 0 .9rem 1.5rem;border-inline-start:2px solid var(--line);margin-inline-start:.4rem}
.timeline li::before{content:"";position:absolute;inset-inline-start:-.45rem;top:.4rem;width:.8rem;height:.8rem;border-radius:50%;background:var(--accent);border:2px solid var(--paper)}
.timeline li.bad-mark::before{background:var(--bad)}.timeline li:last-child{border-color:transparent;padding-bottom:0}
.timeline .when{font-size:.85rem;color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr));gap:1rem;margin:0 0 1.25rem;padding:0;list-style:none}
.tiles li{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:.9rem 1.1rem}
.tiles b{display:block;font-size:1.45rem;line-height:1.2;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.tiles li>span{color:var(--soft);font-size:.9rem}
figure{margin:0 0 1rem;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 2.5rem}
.legend{list-style:none;display:grid;gap:.4rem;margin:0;padding:0;color:var(--ink);font-size:.95rem}figcaption{color:var(--soft);font-size:.87rem}
svg.picture{display:block;flex:1 1 20rem;min-width:0;max-width:42rem;height:auto}
svg.picture text{font:12px system-ui,sans-serif;fill:var(--soft)}svg.picture .figure{fill:var(--ink);font-weight:600;paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.bar{fill:var(--accent)}.bar-bad{fill:var(--bad)}.bar-warn{fill:var(--warn)}.bar-calm{fill:var(--calm)}.grid{stroke:var(--line)}.line-bad{stroke:var(--bad);stroke-width:1.5}.line-warn{stroke:var(--warn);stroke-width:1.5;stroke-dasharray:5 4}
svg.preview{display:block;width:100%;max-width:26rem;height:auto;border:1px solid var(--line);border-radius:8px;margin:0 0 1rem}
.swatch{display:inline-block;vertical-align:-.15em;margin-inline-end:.4rem;border:1px solid var(--line)}
.logo{display:block;max-width:100%;max-height:8rem;height:auto;width:auto;background:#fff;border:1px solid var(--line);padding:.5rem}
pre{white-space:pre-wrap;margin:0;font:.85rem/1.45 ui-monospace,Menlo,Consolas,monospace}pre+p{margin-top:.9rem}`;

const forms = `
form{margin:0}
.field{margin:0 0 .9rem;max-width:34rem}
label{display:block;font-weight:600;margin:0 0 .2rem}
fieldset{border:0;padding:0;min-width:0}legend{font-weight:600;margin:0 0 .2rem;padding:0}
.box{display:flex;align-items:baseline;gap:.5rem;font-weight:400}.box input{width:auto;margin:0}
.hint{color:var(--soft);margin:0 0 .25rem;font-size:.9rem}
.error{color:var(--bad);font-weight:600;margin:0 0 .25rem}
.wrong{border-inline-start:4px solid var(--bad);padding-inline-start:.75rem}
input,select,textarea{font:inherit;width:100%;padding:.4rem .6rem;color:var(--ink);background:var(--paper);border:1px solid var(--soft);border-radius:6px}
[aria-invalid]{border:2px solid var(--bad)}
button,.button,summary{white-space:nowrap}
button,.button{font:inherit;font-weight:600;padding:.42rem 1rem;border-radius:6px;border:1px solid transparent;cursor:pointer;text-decoration:none;display:inline-block}
.main,.button{background:var(--accent);color:var(--on-accent)}
.danger{background:var(--bad);color:var(--paper)}
.quiet,summary{background:transparent;color:var(--ink);border:1px solid var(--soft)}
.locked{margin:0;padding:.42rem 1rem;border:1px dashed var(--line);border-radius:6px}td .locked{padding:.1rem .6rem;font-size:.87rem}
button:hover,.button:hover,summary:hover{box-shadow:inset 0 0 0 99px #8882}
.filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:0 0 1rem}
.filters .field{margin:0;flex:1 1 10rem;max-width:20rem}
.doings{display:flex;flex-wrap:wrap;gap:.6rem;align-items:start;margin:0 0 1rem}
summary{font-weight:600;padding:.42rem 1rem;border-radius:6px;cursor:pointer;display:inline-block;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:" …"}
details[open]>summary{margin-bottom:.75rem}
details[open]{flex-basis:100%}
.filter-fold{margin:0 0 1rem}.filter-fold .filters{margin:0}
.fold{border-inline-start:3px solid var(--line);padding:.25rem 0 .25rem 1rem;margin-bottom:.5rem}
td details summary,td button{padding:.1rem .6rem;font-size:.87rem}`;

const narrow = `
@media (max-width:72rem){.two.wider{grid-template-columns:minmax(0,1fr)}}
@media (max-width:56rem){
.inside{grid-template-columns:minmax(0,1fr);gap:1rem;padding:1rem}
.inside>nav ul{position:static;display:flex;flex-wrap:wrap}
.inside>nav a{padding:.3rem .65rem;border:1px solid var(--line);background:var(--paper)}
.top{padding:.6rem 1rem}}
@media (max-width:44rem){
table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:.6rem 0;border-bottom:1px solid var(--line)}tbody tr:last-child{border:0}
td,td:first-child{display:grid;grid-template-columns:minmax(6rem,9rem) minmax(0,1fr);gap:0 .75rem;border:0;padding:.15rem 0;min-width:0;justify-items:start}
td::before{content:attr(data-head);color:var(--soft);font-size:.87rem}
.right{text-align:start}.badge,button,.button,summary{white-space:normal}dl div{grid-template-columns:minmax(0,1fr)}
figure{gap:.75rem}.tiles{gap:.6rem}.tiles li{padding:.7rem .8rem}.tiles b{font-size:1.1rem}
.search{flex-basis:100%;order:3;max-width:none}section{padding:.9rem 1rem}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{.top,.inside>nav,form,details,.pager{display:none}.inside{display:block}}`;

/** The console's one stylesheet: light and dark, phone and context. */
const style = `${colours}${frame}${things}${forms}${narrow}\n`;

/** Its name changes with what is in it, so browsers may keep it. */
const styleName = `${createHash("sha256").update(style).digest("base64url").slice(0, 16)}.css`;

export const stylePath = `console/style/${styleName}`;

const year = "public, max-age=31536000, immutable";

/** The stylesheet, for as long as it is the same. */
export async function showStyle({ params }: { params: { name: string } }): Promise<Answer<string>> {
  if (params.name !== styleName) throw new Refusal("not_found", "there is no such stylesheet");
  return { body: style, headers: { "cache-control": year } };
}
