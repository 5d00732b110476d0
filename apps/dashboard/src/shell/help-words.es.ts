export const es = [
  {
    title: 'En todas partes',
    keys: [
      ['Ctrl K', 'Ir a un perfil, a una pantalla o a una acción (⌘ K en Mac)'],
      ['/', 'Buscar'],
      ['?', 'Ver estos atajos'],
      ['Esc', 'Cerrar lo que está abierto'],
    ],
  },
  {
    title: 'En el portafolio',
    keys: [
      ['j', 'Perfil siguiente'],
      ['k', 'Perfil anterior'],
      ['x', 'Seleccionar el perfil'],
      ['Enter', 'Abrir el perfil'],
    ],
  },
];
