/** The same question for the page that follows, as a path with its query. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const [path = '', query] = url.split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value);
  return `${path}?${asked.toString()}`;
}
