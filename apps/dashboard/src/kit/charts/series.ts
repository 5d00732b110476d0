/** One of several quantities in a chart. Its pattern tells it apart where there is no colour, as in print. */
export interface Series {
  key: string;
  label: string;
  /** A CSS colour, such as a variable of the theme. */
  colour: string;
}
