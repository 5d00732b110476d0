const dnis = 10 ** 8;

/**
 * The persons with a profile, of whom there may be millions. A bit for each DNI takes 12.5 MB however many are known; as texts in a set they
 * would take 75 bytes each. A RUC that begins with 10 contains the person's DNI. The few others (15, 16, 17) are kept as they are.
 */
export class KnownPersons {
  private readonly byDni = new Uint8Array(dnis / 8);
  private readonly rucs = new Set<string>();

  /** A DNI, or the RUC of a person. */
  add(taxId: string): void {
    const dni = dniIn(taxId);
    if (dni === undefined) this.rucs.add(taxId);
    else this.byDni[dni >> 3]! |= 1 << (dni & 7);
  }

  hasRuc(ruc: string): boolean {
    const dni = dniIn(ruc);
    return dni === undefined ? this.rucs.has(ruc) : (this.byDni[dni >> 3]! & (1 << (dni & 7))) !== 0;
  }
}

function dniIn(taxId: string): number | undefined {
  if (taxId.length === 8) return Number(taxId);
  return taxId.startsWith('10') ? Number(taxId.slice(2, 10)) : undefined;
}
