const ofPrograms = /^\/v[12](?:[/?]|$)/;
const ofPeople = /^\/panel\/v1(?:[/?]|$)/;

/** Whom a path of the interface is for, whether or not there is such a path; undefined for a page, which anybody may open. */
export function audienceOf(url: string): 'programs' | 'people' | undefined {
  if (ofPrograms.test(url)) return 'programs';
  return ofPeople.test(url) ? 'people' : undefined;
}
