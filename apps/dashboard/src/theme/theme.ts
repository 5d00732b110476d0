import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { brand, charts, strongColours, tones, toneVariables } from './colours.ts';

/** A tone has one ink and one paper and no shades, so every shade of it is the ink. */
const toneColours = Object.fromEntries(
  tones.map((tone) => [tone, Array.from({ length: 10 }, () => `var(--${tone}-ink)`) as unknown as MantineColorsTuple]),
);

/** The library's own dark greys contain no blue. */
const dark: MantineColorsTuple = [
  '#d3dae1',
  '#b6c0ca',
  '#97a3ae',
  '#717d88',
  '#3a4650',
  '#2c363f',
  '#1b2228',
  '#171e24',
  '#11171c',
  '#0c1013',
];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 9,
  colors: { brand, dark, ...toneColours },
  variantColorResolver: strongColours,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'xl', tt: 'none', fw: 600 } },
    Button: { defaultProps: { size: 'sm' } },
    Paper: { defaultProps: { withBorder: true, bg: 'var(--card)' } },
    // Its header is not a banner of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Table: { defaultProps: { verticalSpacing: 'xs' } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** A rule in a style sheet has lower precedence than the variables that the library writes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: toneVariables,
  light: {
    '--mantine-color-body': '#f6f8fa',
    '--mantine-color-text': '#161d24',
    '--mantine-color-dimmed': '#56616c',
    '--mantine-color-placeholder': '#66717c',
    '--mantine-color-error': '#a5201c',
    '--mantine-color-anchor': '#14607a',
    '--mantine-color-default-border': '#cfd7df',
    '--card': '#ffffff',
    '--line': '#dfe5eb',
    ...charts.light,
  },
  dark: {
    '--mantine-color-body': '#0f1418',
    '--mantine-color-text': '#e6ebf0',
    '--mantine-color-dimmed': '#a3aeb9',
    '--mantine-color-placeholder': '#97a3ae',
    '--mantine-color-error': '#ff9f97',
    '--mantine-color-anchor': '#7cc6db',
    '--mantine-color-default': '#1b2228',
    '--mantine-color-default-hover': '#232c34',
    '--mantine-color-default-border': '#3a4650',
    '--card': '#171e24',
    '--line': '#2c363f',
    ...charts.dark,
  },
});
