import { expect, it } from '@jest/globals';
import { alertaTerceroSection, coloursOf, trafficLights } from '../src/index.js';

it('a traffic light has the colours that the API reference gives its code', () => {
  const reference = JSON.stringify(alertaTerceroSection.properties.semaforo_actual);
  const documented = [...reference.matchAll(/(\d+) ([a-z]+(?:-[a-z]+)?)(?=[,"])/g)].map(([, code, colours]) => [Number(code), colours]);
  expect(documented.map(([code]) => code)).toEqual([...trafficLights]);
  expect(trafficLights.map((code) => [code, coloursOf(code)?.join('-') || 'none'])).toEqual(documented);
});
