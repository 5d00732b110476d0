/**
 * `/v2/perfiles/{taxId}/resumen` becomes `perfilesResumenV2`, and a PATCH of `/panel/v1/users/{userId}` `panelUsersPatchV1`: paths of
 * the panel may have several methods.
 */
export function operationIdOf(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment && !segment.startsWith('{'));
  const [version = '', ...rest] = segments[0] === 'panel' ? [segments[1], 'panel', ...segments.slice(2), method] : segments;
  return [...rest.join('-').split('-'), version].map((word, i) => (i === 0 ? word : capitalised(word))).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
