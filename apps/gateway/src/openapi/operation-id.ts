/** `/v2/perfiles/{taxId}/resumen` becomes `perfilesResumenV2`: unique as long as a path has one method. */
export function operationIdOf(path: string): string {
  const [version = '', ...rest] = path.split('/').filter((segment) => segment && !segment.startsWith('{'));
  return [...rest.join('-').split('-'), version].map((word, i) => (i === 0 ? word : capitalised(word))).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
