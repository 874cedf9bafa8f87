/** What the pages of a hosted invoice need beside the kit's style. A debit's fields hide while a transfer is chosen, where browsers can tell. */
export const invoiceStyle = `
main{overflow-wrap:anywhere}.card .row+.row{margin-top:1rem}.right{white-space:nowrap}
.sum td,.sum th{border:0;padding-block:.3rem}.sum tr:last-child>*{border-top:2px solid var(--line);font-weight:700;padding-top:.7rem}
tfoot th{font-weight:400}tfoot tr:last-child th{font-weight:700}
.notes{white-space:pre-line;overflow-wrap:anywhere}
.steps{list-style:none;padding:0;margin:0 0 1.5rem}
.steps li{position:relative;padding:0 0 1.1rem 2.1rem;margin:0;color:var(--soft)}
.steps li::before{content:"";position:absolute;inset-inline-start:.15rem;top:.3rem;width:.95rem;height:.95rem;border:2px solid var(--edge);border-radius:50%;background:var(--paper)}
.steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.72rem;top:1.5rem;bottom:-.1rem;border-inline-start:2px solid var(--line)}
.steps .now .soft{font-weight:400}
.steps .done,.steps .now{color:var(--ink);font-weight:600}
.steps .done::before{background:var(--good);border-color:var(--good)}
.steps .now::before{border-color:var(--accent);border-width:4px}
.take{display:flex;gap:.25rem 1rem;justify-content:space-between;align-items:center}
.take button{flex:none;min-height:44px;padding:.35rem .9rem}
.qr{display:block;width:min(15rem,100%);height:auto;border-radius:8px}
@supports selector(:has(*)){form:has([name=source][value=ach_push]:checked) fieldset:is(:has(#f-holder),:has(#f-authorize)):not(:has([name=source])){display:none}}
@media print{.qr,.back,.followed{display:none}.card{padding:0}}`;
