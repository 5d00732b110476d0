export const es = {
  savesFilters: 'Se guardan los filtros y el orden que tiene ahora la lista.',
  savesAll: 'La lista no tiene filtros: se guarda el portafolio entero.',
  viewName: 'Nombre de la vista',
  shareView: 'Compartirla con todos los usuarios de la corporación',
  renameView: (name: string) => `Nombre de «${name}»`,
  removeView: (name: string) => `Eliminar «${name}»`,
  removeForAll: 'Eliminar para todos',
  removeForAllMore: 'Todos los usuarios de la corporación dejarán de tener esta vista.',
  save: 'Guardar',
  cancel: 'Cancelar',
};
