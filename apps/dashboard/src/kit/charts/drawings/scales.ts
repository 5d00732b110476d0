import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';

export const margin = { top: 8, right: 8, bottom: 22, left: 58 };

/** Ticks are whole numbers for counted figures. A scale with only zeros still has room above. */
export function amounts(values: number[], height: number, ticks = 4) {
  const highest = Math.max(0, ...values);
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), highest === 0 ? 1 : highest])
    .nice(ticks)
    .range([height - margin.bottom, margin.top]);
  return { scale, ticks: scale.ticks(ticks) };
}

export const bands = (labels: string[], width: number) =>
  scaleBand()
    .domain(labels)
    .range([margin.left, width - margin.right])
    .paddingInner(0.45)
    .paddingOuter(0.35);

export const points = (labels: string[], width: number) =>
  scalePoint()
    .domain(labels)
    .range([margin.left, width - margin.right])
    .padding(0.5);
