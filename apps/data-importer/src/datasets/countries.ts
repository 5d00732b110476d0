const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Names that lists use and Unicode's tables lack. */
const otherNames: Record<string, string> = {
  'bahamas the': 'BS',
  'bolivia plurinational state of': 'BO',
  bosnia: 'BA',
  burma: 'MM',
  'cabo verde': 'CV',
  'cape verde': 'CV',
  'cayman islands': 'KY',
  congo: 'CG',
  'congo democratic republic of the': 'CD',
  'congo democratic republic': 'CD',
  'democratic republic of the congo': 'CD',
  'congo republic of the': 'CG',
  'cote d ivoire': 'CI',
  'czech republic': 'CZ',
  'democratic peoples republic of korea': 'KP',
  'gambia the': 'GM',
  'great britain': 'GB',
  'hong kong': 'HK',
  'iran islamic republic of': 'IR',
  'ivory coast': 'CI',
  'korea north': 'KP',
  'korea republic of': 'KR',
  'korea south': 'KR',
  'korea democratic peoples republic of': 'KP',
  'lao peoples democratic republic': 'LA',
  macau: 'MO',
  'macedonia the former yugoslav republic of': 'MK',
  'moldova republic of': 'MD',
  'north macedonia the republic of': 'MK',
  'occupied palestinian territories': 'PS',
  palestinian: 'PS',
  'peoples republic of china': 'CN',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'russian federation': 'RU',
  'state of palestine': 'PS',
  swaziland: 'SZ',
  syrian: 'SY',
  'syrian arab republic': 'SY',
  'taiwan province of china': 'TW',
  'tanzania united republic of': 'TZ',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'united states of america': 'US',
  usa: 'US',
  'venezuela bolivarian republic of': 'VE',
  'viet nam': 'VN',
  'virgin islands british': 'VG',
  'west bank': 'PS',
};

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country (`PE`) for the English name in a list; the unchanged text if it is not a country name. */
export function countryCode(text: string): string {
  const written = text.replaceAll(/\s+/g, ' ').trim();
  if (/^[A-Za-z]{2}$/.test(written)) return written.toUpperCase();
  codes ??= readCodes();
  return codes.get(nameKey(written)) ?? written;
}

function nameKey(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/\bsaint\b/g, 'st')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const regions = letters.flatMap((first) => letters.map((second) => first + second));
  const known = regions.flatMap((region) => {
    const name = names.of(region);
    return name === undefined ? [] : [[nameKey(name), region] as const];
  });
  return new Map([...known.toReversed(), ...Object.entries(otherNames)]);
}
