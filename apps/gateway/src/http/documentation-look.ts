/**
 * The dashboard's colours for the API reference, whose own colours have contrasts down to 2 : 1. They are defined once for light and once
 * for dark.
 */
const methods = { get: '#14607a', post: '#17623a', put: '#7a4a06', patch: '#553b96', delete: '#a5201c' };

const ofMethods = Object.entries(methods)
  .map(
    ([method, ink]) => `.swagger-ui .opblock.opblock-${method} { border-color: ${ink}; background: #fff; }
.swagger-ui .opblock.opblock-${method} .opblock-summary { border-color: ${ink}; }
.swagger-ui .opblock.opblock-${method} .opblock-summary-method { background: ${ink}; }`,
  )
  .join('\n');

export const documentationLook = `
body { margin: 0; background: #f6f8fa; color: #161d24; font-family: system-ui, sans-serif; }
.site { display: flex; gap: 24px; align-items: center; padding: 14px 20px; background: #fff; border-bottom: 1px solid #dfe5eb; }
.site a { color: #14607a; font-weight: 600; text-decoration: none; padding: 4px 0; }
.site a:hover { text-decoration: underline; }
.site .brand { font-size: 20px; font-weight: 700; margin-right: auto; }
.begin { max-width: 1460px; margin: 24px auto 0; padding: 0 20px; box-sizing: border-box; }
.begin h1 { font-size: 24px; margin: 0 0 4px; }
.begin p { margin: 0 0 16px; color: #56616c; }
.begin ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 12px; margin: 0; padding: 0; list-style: none; }
.begin li { padding: 14px 16px; background: #fff; border: 1px solid #dfe5eb; border-radius: 8px; }
.begin li a { color: #14607a; font-weight: 600; }
.begin li span { display: block; margin-top: 4px; font-size: 14px; color: #56616c; }
.swagger-ui .info .title small { display: none; }
.swagger-ui .info { margin: 28px 0 20px; }
.swagger-ui .info .title { font-size: 22px; color: #161d24; }
.swagger-ui .info p { max-width: 90ch; margin-inline: 0; }
.swagger-ui .opblock-tag { font-size: 18px; padding: 8px 0; }
.swagger-ui .renderedMarkdown code, .swagger-ui .info code { color: #14607a; background: #e3eef2; font-weight: 500; }
.swagger-ui .scheme-container { background: #fff; box-shadow: none; border-block: 1px solid #dfe5eb; }
.swagger-ui, .swagger-ui .info p, .swagger-ui .info li, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-path,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui label, .swagger-ui table thead tr th, .swagger-ui .response-col_status { color: #161d24; }
.swagger-ui .opblock-tag small, .swagger-ui .renderedMarkdown p, .swagger-ui .parameter__type, .swagger-ui .parameter__in,
.swagger-ui .parameter__deprecated, .swagger-ui .response-col_links, .swagger-ui .tab li, .swagger-ui .opblock-description-wrapper p { color: #414b55; }
.swagger-ui .info a, .swagger-ui a.nostyle, .swagger-ui .info .link { color: #14607a; text-decoration: underline; }
.swagger-ui .opblock-tag a.nostyle, .swagger-ui .opblock-summary-path a.nostyle { color: inherit; text-decoration: none; }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: #a5201c; }
.swagger-ui .btn.authorize { color: #17623a; border-color: #17623a; }
.swagger-ui .btn.authorize svg { fill: #17623a; }
.swagger-ui .btn.execute { background: #14607a; border-color: #14607a; color: #fff; }
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .opblock-body pre.microlight, .swagger-ui .highlight-code > .microlight { background: #161d24 !important; }
.swagger-ui .highlight-code .microlight span { color: #e6ebf0 !important; }
.swagger-ui .opblock-summary-path a.nostyle { display: inline-block; min-height: 24px; line-height: 24px; }
.swagger-ui .servers-title, .swagger-ui .version-stamp { color: #161d24; }
${ofMethods}
`;
