/** A list of integers that takes four bytes each. */
export class GrowingInts {
  values: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 4) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}
