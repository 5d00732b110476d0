import { PlainError } from '@vigia/contracts';

interface Attachments {
  results?: { title?: unknown; _links?: { download?: unknown } }[];
}

/** Finds the address of a file by its title in the list of attachments of a wiki page. */
export function attached(title: RegExp): (page: string, address: string) => string[] {
  return (page, address) => {
    const path = attachmentsIn(page).find((one) => typeof one.title === 'string' && title.test(one.title))?._links?.download;
    // Only the path of the link is used: its host may not be that of the wiki.
    return typeof path === 'string' && path.startsWith('/') ? [new URL(`/wiki${path}`, new URL(address).origin).href] : [];
  };
}

function attachmentsIn(page: string): NonNullable<Attachments['results']> {
  try {
    const results = (JSON.parse(page) as Attachments | null)?.results;
    if (Array.isArray(results)) return results;
  } catch {
    // Reported below.
  }
  throw new PlainError('the page of the wiki is no list of attachments');
}
