export const streetKinds = ['AV.', 'AV.', 'JR.', 'CAL.', 'CAL.', 'PJ.', 'CAR.'] as const;

export const streetNames = [
  'LOS ALAMOS',
  'LAS ORQUIDEAS',
  'LOS CEDROS',
  'EL PACIFICO',
  'LA MARINA VIEJA',
  'LAS GAVIOTAS',
  'LOS ÑOQUES',
  'SAN CRISTOBAL',
  'SANTA LUCIA',
  'CERRO COLORADO',
  'EL BOSQUE',
  'LOS PROCERES DEL SOL',
  'LAS VICUÑAS',
  'TRES CRUCES',
  'EL MOLLE',
  'LOS SAUCES',
] as const;

export const neighbourhoods = [
  'SANTA BEATRIZ',
  'EL TREBOL',
  'LOS JARDINES',
  'SAN HILARION',
  'LAS BRISAS',
  'VILLA HERMOSA',
  'EL RETABLO',
] as const;
