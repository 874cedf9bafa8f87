const frame = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
main:focus,.errors:focus{outline:none}
.skip{position:absolute;left:-999rem;top:.5rem;background:var(--paper);padding:.7rem 1rem;z-index:1}
.skip:focus{left:.5rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
.top,.foot,.page{width:100%;max-width:44rem;margin-inline:auto;padding-inline:1.25rem}
.wide .top,.wide .foot,.wide .page{max-width:64rem}
.bar{background:var(--paper);border-bottom:1px solid var(--line)}
.top{display:flex;align-items:center;min-height:4rem;padding-block:.5rem}
.brand{display:inline-flex;align-items:center;gap:.75rem;font-weight:700;font-size:1.15rem;letter-spacing:-.01em;min-height:44px}
.brand img{display:block;width:auto;height:auto;max-width:min(11rem,60vw);max-height:2.5rem}
.page{flex:1;padding-block:1.75rem 3rem}
.foot{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;justify-content:space-between;padding-block:1rem 2rem;color:var(--soft);font-size:.95rem}
.foot p{margin:0}.foot a,.foot nav span,.back{display:inline-flex;align-items:center;min-height:44px}
.foot nav{display:flex;gap:1.25rem}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);line-height:1.2;letter-spacing:-.018em;margin:0 0 .75rem;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;letter-spacing:-.01em;margin:2rem 0 .75rem}
h3{font-size:1.05rem;margin:0 0 .25rem}
p{margin:0 0 1rem;max-width:66ch}ul,ol{margin:0 0 1rem;padding-inline-start:1.25rem}li{margin:.2rem 0}
.lead{font-size:1.15rem;color:var(--soft)}
.soft{color:var(--soft)}.n{white-space:nowrap;font-variant-numeric:tabular-nums}
.card{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:1.25rem;margin:0 0 1.25rem}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
code,.copied{font:.95em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
dl{margin:0 0 1rem}dl>div{display:grid;gap:0 1rem;padding:.7rem 0;border-bottom:1px solid var(--line)}dl>div:last-child{border:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media (min-width:36em){dl>div{grid-template-columns:minmax(9rem,2fr) 3fr}}
table{border-collapse:collapse;width:100%;margin:0 0 1rem}caption{text-align:start}
th,td{text-align:start;vertical-align:top;padding:.6rem .75rem .6rem 0;border-bottom:1px solid var(--line)}th{font-weight:600}
td:last-child,th:last-child{padding-inline-end:0}.right{text-align:end;font-variant-numeric:tabular-nums}`;

const things = `
.notice,.errors{border:1px solid var(--line);border-inline-start:5px solid var(--accent);border-radius:8px;background:var(--paper);padding:1rem 1.25rem;margin:0 0 1.5rem}
.notice>:last-child,.errors>:last-child{margin-bottom:0}.notice h2,.errors h2{margin:0 0 .5rem}
.notice.good{border-inline-start-color:var(--good)}.notice.warn{border-inline-start-color:var(--warn)}
.notice.bad,.errors{border-inline-start-color:var(--bad)}
.errors{border-width:2px;border-inline-start-width:6px;border-color:var(--bad)}.errors a{color:var(--bad);font-weight:600}
.badge{display:inline-block;border:1px solid currentColor;border-radius:2rem;padding:0 .65rem;font-size:.87rem;font-weight:600;white-space:nowrap}
.badge.good{color:var(--good)}.badge.bad{color:var(--bad)}.badge.warn{color:var(--warn)}.badge.calm{color:var(--soft)}
.figure{font-size:clamp(1.75rem,1.4rem + 2vw,2.5rem);font-weight:700;letter-spacing:-.02em;line-height:1.15;font-variant-numeric:tabular-nums}
.row{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:center}.apart{justify-content:space-between}`;

const forms = `
form{margin:0}fieldset>.hint{margin-bottom:1rem}.field .hint{margin-bottom:.4rem}.pick .hint{margin:0}
fieldset{border:0;margin:0 0 1.75rem;padding:0;min-width:0}.field fieldset,fieldset>.field:last-child{margin:0}
legend{padding:0;margin:0 0 .75rem;font-size:1.2rem;font-weight:700;letter-spacing:-.01em}
.field{margin:0 0 1.4rem}.field legend,label{display:block;font-size:inherit;font-weight:600;margin:0 0 .25rem;letter-spacing:0}
.hint{color:var(--soft);margin:0 0 .4rem;font-size:.97rem}
.error{color:var(--bad);font-weight:600;margin:0 0 .4rem}.error:empty{margin:0}
.wrong{border-inline-start:5px solid var(--bad);padding-inline-start:1rem}
input,select,textarea{font:inherit;width:100%;max-width:30rem;min-height:48px;padding:.55rem .8rem;color:var(--ink);background:var(--paper);border:1px solid var(--edge);border-radius:8px}
textarea{max-width:none}
.w3{max-width:5.5rem}.w6{max-width:9rem}.w12{max-width:14rem}.w20{max-width:20rem}
[aria-invalid=true]{border:2px solid var(--bad)}
.money{position:relative;display:block;max-width:14rem}.money span{position:absolute;inset-inline-start:.85rem;top:0;line-height:48px;color:var(--soft)}.money input{padding-inline-start:1.9rem}
.pick{display:flex;gap:.9rem;align-items:flex-start;min-height:44px;padding:.45rem 0;font-weight:400;margin:0;cursor:pointer}
.pick input{flex:none;width:1.6rem;height:1.6rem;min-height:0;margin:0;accent-color:var(--accent)}
.pick span{display:block}.pick .hint{margin:0}
input[type=file]{padding:.7rem;border-style:dashed;max-width:none}
input[type=file]::file-selector-button{font:inherit;font-weight:600;border:1px solid var(--edge);border-radius:6px;background:var(--ground);color:var(--ink);padding:.35rem .8rem;margin-inline-end:.9rem;cursor:pointer}
button,.button{font:inherit;font-weight:650;min-height:48px;padding:.65rem 1.4rem;border-radius:8px;border:1px solid transparent;background:var(--accent);color:var(--on-accent);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;text-align:center}
button:hover,.button:hover{box-shadow:inset 0 0 0 99px #8883}
.second{background:var(--paper);color:var(--ink);border-color:var(--edge)}
.plain{background:none;border:0;padding:.5rem 0;min-height:44px;color:var(--accent);text-decoration:underline;text-underline-offset:.18em;font-weight:400}
.plain:hover{box-shadow:none;text-decoration-thickness:3px}
@media (max-width:30em){form>button:not(.plain),.button.full{width:100%}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{.foot nav,.skip,form,button{display:none}.bar,.card{border:0}}`;

/** The style of all pages for people; what an area needs beside it comes with its page. */
export const peopleStyle = `${frame}${things}${forms}`;
