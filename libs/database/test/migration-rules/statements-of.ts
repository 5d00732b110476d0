/** Quoted texts and function bodies; a DO block is kept, because its body runs at once. */
const quoted = /'(?:[^']|'')*'|(?<!\bDO )(\$\w*\$)[\s\S]*?\1/gi;
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The statements of a text, without comments and without texts that they only store. */
export function statementsOf(text: string): string[] {
  return text
    .replace(comments, ' ')
    .replace(/\s+/g, ' ')
    .replace(quoted, "''")
    .replace(/\bDO \$\w*\$ ?(?:DECLARE .*? )?(?:BEGIN )?/gi, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
