type Texts = Record<string, string | undefined>;

const isId = /^[0-9a-f]{8}-/;

/** Days of Lima as the moments between which they lie; the rest of the filters as it stands in the URL. */
export function asked({ who, action, subject, from, to }: Texts) {
  return {
    ...(who && (isId.test(who) ? { userId: who } : { actor: who })),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(from && { from: `${from}T00:00:00-05:00` }),
    ...(to && { to: dayAfter(to) }),
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00-05:00`) + 86_400_000).toISOString();
}
