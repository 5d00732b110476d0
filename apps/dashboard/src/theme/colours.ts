import { defaultVariantColorsResolver, parseThemeColor, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

/** The brand colour: buttons and bars have the ninth shade. */
export const brand: MantineColorsTuple = [
  '#e9f5f8',
  '#d3e9ef',
  '#a9d3df',
  '#7cbccd',
  '#55a7bd',
  '#378fa8',
  '#267d96',
  '#1c7089',
  '#17677f',
  '#145c72',
];

/** The meaning of a colour. Colour never stands alone: an icon or a word is beside it. */
export const tones = ['good', 'watch', 'bad', 'info', 'locked', 'quiet'] as const;
export type Tone = (typeof tones)[number];

interface Shades {
  ink: string;
  paper: string;
}

/** Ink on its paper has a contrast of 5 : 1 or more in both modes. */
const strong: Record<string, { light: Shades; dark: Shades }> = {
  good: { light: { ink: '#17623a', paper: '#e0f2e7' }, dark: { ink: '#8fdcae', paper: '#14351f' } },
  watch: { light: { ink: '#7a4a06', paper: '#fdeecf' }, dark: { ink: '#f4c66f', paper: '#3d2b0b' } },
  bad: { light: { ink: '#a5201c', paper: '#fde6e3' }, dark: { ink: '#ff9f97', paper: '#461a18' } },
  info: { light: { ink: '#1a5088', paper: '#e2eefa' }, dark: { ink: '#93c5f5', paper: '#15304b' } },
  locked: { light: { ink: '#553b96', paper: '#ece6f9' }, dark: { ink: '#c5b1f5', paper: '#2d2350' } },
  quiet: { light: { ink: '#4a545e', paper: '#eaeef2' }, dark: { ink: '#b9c3cd', paper: '#2a323a' } },
  brand: { light: { ink: '#125468', paper: '#dcecf1' }, dark: { ink: '#8fd0e2', paper: '#123540' } },
};

const either = (light: string, dark: string) => `light-dark(${light}, ${dark})`;

/** Ink and paper of each tone as variables, for elements that are no library components. */
export const toneVariables = Object.fromEntries(
  Object.entries(strong).flatMap(([tone, { light, dark }]) => [
    [`--${tone}-ink`, either(light.ink, dark.ink)],
    [`--${tone}-paper`, either(light.paper, dark.paper)],
  ]),
);

/** The library's own light badges have 3.8 : 1, its filled ones 2.4 : 1 in dark mode. */
export const strongColours: VariantColorsResolver = (input) => {
  const { color } = parseThemeColor({ color: input.color ?? input.theme.primaryColor, theme: input.theme });
  const resolved = defaultVariantColorsResolver(input);
  if (!strong[color]) return resolved;
  const [ink, paper] = [`var(--${color}-ink)`, `var(--${color}-paper)`];
  const hover = `color-mix(in srgb, ${paper} 88%, ${ink})`;
  switch (input.variant) {
    case 'light':
      return { background: paper, hover, color: ink, border: '1px solid transparent' };
    case 'outline':
      return { background: 'transparent', hover: paper, color: ink, border: `1px solid ${ink}` };
    case 'subtle':
    case 'transparent':
      return { ...resolved, hover: input.variant === 'subtle' ? paper : 'transparent', color: ink };
    case 'filled':
      return color === 'brand' ? resolved : { background: ink, hover, color: either('#fff', '#101418'), border: '1px solid transparent' };
    default:
      return resolved;
  }
};

const chartColours = (colours: string[]) => Object.fromEntries(colours.map((colour, place) => [`--chart-${place + 1}`, colour]));

/** For the parts of a chart: `--chart-1` and on. */
export const charts = {
  light: chartColours(['#17708a', '#74b8ca', '#e39a24', '#b3261e', '#6f7d8b', '#bcc7d1', '#7653a6']),
  dark: chartColours(['#3aa0bd', '#1f6478', '#e2a53e', '#ef6a61', '#8795a3', '#4b5967', '#a585d6']),
};
