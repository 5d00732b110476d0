import { PlainError } from '@vigia/contracts';

interface Attachments {
  results?: { title?: unknown; _links?: { download?: unknown } }[];
}

/** Reads the address of a file off the list of what is attached to a page of the wiki, by its title. */
export function attached(title: RegExp): (page: string, address: string) => string[] {
  return (page, address) => {
    const path = attachmentsIn(page).find((one) => typeof one.title === 'string' && title.test(one.title))?._links?.download;
    // Of the link only the path counts: it does not say on which host the wiki is.
    return typeof path === 'string' && path.startsWith('/') ? [new URL(`/wiki${path}`, new URL(address).origin).href] : [];
  };
}

function attachmentsIn(page: string): NonNullable<Attachments['results']> {
  try {
    const results = (JSON.parse(page) as Attachments | null)?.results;
    if (Array.isArray(results)) return results;
  } catch {
    // Told below.
  }
  throw new PlainError('the page of the wiki is no list of attachments');
}
