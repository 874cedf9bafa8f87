const colours = `
:root{color-scheme:light dark;
--ground:#f6f8f9;--paper:#fff;--ink:#14212b;--soft:#52616c;--line:#d5dde2;--accent:#0b6e75;--on-accent:#fff;--code:#eef3f4;--focus:#b45309}
@media (prefers-color-scheme:dark){:root{
--ground:#0f171c;--paper:#172127;--ink:#e5ecf0;--soft:#9eafba;--line:#2d3b45;--accent:#5ecad1;--on-accent:#04262a;--code:#1e2b32;--focus:#fbbf24}}`;

const frame = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}.main:focus{outline:none}
.skip{position:absolute;left:-999rem;top:.5rem;background:var(--paper);padding:.7rem 1rem;z-index:1}.skip:focus{left:.5rem}
.soft{color:var(--soft)}
.top{display:flex;align-items:center;gap:1.25rem;min-height:3.5rem;padding:.25rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
.top a{display:inline-flex;align-items:center;gap:.5rem;min-height:44px}
.brand{font-weight:700;font-size:1.1rem;color:var(--ink);text-decoration:none;letter-spacing:-.01em}
.inside{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:2.5rem;max-width:78rem;margin:0 auto;padding:1.75rem 1.5rem 4rem}
.places{align-self:start;position:sticky;top:1rem}
.places p{margin:1.25rem 0 .25rem;padding-inline-start:.75rem;color:var(--soft);font-size:.8rem;font-weight:600;text-transform:uppercase;letter-spacing:.06em}
.places p:first-child{margin-top:0}
.places ul{list-style:none;margin:0;padding:0}
.places a{display:block;padding:.35rem .75rem;border-radius:6px;color:var(--ink);text-decoration:none}
.places a:hover{background:var(--code)}.places a[aria-current]{background:var(--accent);color:var(--on-accent);font-weight:600}
.main{min-width:0}`;

const words = `
h1{font-size:clamp(1.6rem,1.3rem + 1.4vw,2.1rem);line-height:1.2;letter-spacing:-.018em;margin:0 0 1rem}
h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.01em;margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
h2 a,h3 a{color:inherit;text-decoration:none}h2 a:hover,h3 a:hover{text-decoration:underline}
h1,h2,h3{scroll-margin-top:1rem}:target>a{box-shadow:inset 0 -.5em 0 #8884}
p,li{max-width:72ch}p{margin:0 0 1rem}ul,ol{margin:0 0 1rem;padding-inline-start:1.35rem}li{margin:.25rem 0}
.lead{font-size:1.15rem;color:var(--soft)}
code{font:.9em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;background:var(--code);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
.code{margin:0 0 1.25rem;border:1px solid var(--line);border-radius:8px;background:var(--code)}
.code figcaption{padding:.35rem 1rem;border-bottom:1px solid var(--line);color:var(--soft);font-size:.9rem}
pre{margin:0;padding:.85rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
pre code,figcaption code{background:none;padding:0}pre code{font-size:.86rem}
.said{color:var(--soft)}
.table{overflow-x:auto;margin:0 0 1.25rem}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th{text-align:start;font-size:.85rem;color:var(--soft)}th,td{padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top;min-width:6.5rem}
td code{overflow-wrap:break-word}
.contents{margin:0 0 1.5rem;border:1px solid var(--line);border-radius:8px;background:var(--paper);padding:0 1rem}
.contents summary{min-height:44px;line-height:44px;cursor:pointer;font-weight:600}
.contents ul{columns:16rem;padding-inline-start:1.1rem}
.cards{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:1rem}
.cards li{margin:0;background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:1rem 1.15rem}
.cards a{font-weight:650}.cards p{margin:.25rem 0 0;color:var(--soft);font-size:.95rem}
.neighbours{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
.neighbours a{text-decoration:none;font-weight:600}.neighbours a:hover{text-decoration:underline}.neighbours a:last-child{margin-inline-start:auto;text-align:end}
.neighbours small{display:block;color:var(--soft);font-weight:400}`;

const narrow = `
@media (max-width:52em){
.inside{grid-template-columns:minmax(0,1fr);gap:1.5rem;padding:1.25rem 1rem 3rem}.top{padding-inline:1rem}
.places{position:static;order:2;border-top:1px solid var(--line);padding-top:1.5rem}
.places ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}.places a{min-height:44px;display:flex;align-items:center}}
@media print{.places,.contents,.neighbours,.skip{display:none}.inside{display:block}}`;

export const docsStyle = `${colours}${frame}${words}${narrow}`;

/** What Swagger UI's own style lacks to sit in these pages and to be read by everybody: contrast, nothing that is moved sideways, no empty fields. */
export const referenceStyle = `
.swagger-ui,.swagger-ui .info .title,.swagger-ui .opblock-tag{font-family:inherit;color:var(--ink)}
.swagger-ui .wrapper{padding:0;max-width:none}.swagger-ui section{margin:0}
.swagger-ui .information-container,.swagger-ui .scheme-container{display:none}
.swagger-ui .opblock-tag{border-color:var(--line)}.swagger-ui .opblock-tag small,.swagger-ui .opblock-tag p{color:var(--soft)}
.swagger-ui .microlight{white-space:pre-wrap!important;overflow:visible!important}.swagger-ui pre,.swagger-ui td{overflow-wrap:anywhere}
.swagger-ui .responses-table,.swagger-ui table.headers{table-layout:fixed;width:100%}.swagger-ui .col_header.response-col_status{width:4.5rem}.swagger-ui .response-col_links{display:none}
@media (min-width:40em){.swagger-ui table tbody tr td.parameters-col_name{min-width:11rem}}
@media (max-width:40em){.swagger-ui .parameters-col_name,.swagger-ui .parameters-col_description{display:block;width:auto}.swagger-ui .opblock-summary-method{min-width:4rem}}
.swagger-ui .opblock .opblock-summary-method{color:#0b1116;text-shadow:none}
.swagger-ui table.headers td.header-col,.swagger-ui .parameter__in,.swagger-ui .response-control-media-type__accept-message,.swagger-ui table thead tr td,.swagger-ui table thead tr th,.swagger-ui .parameter__name,.swagger-ui .parameter__type,.swagger-ui .markdown code,.swagger-ui .renderedMarkdown code{color:var(--ink)}
.swagger-ui .parameters [disabled],.swagger-ui .btn.try-out__btn{display:none}
`;
