export const es = {
  title: (name: string) => `Hola, ${name}`,
  nothing: 'Todavía no hay nada que mostrar aquí',
};
