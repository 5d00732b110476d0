import { register } from 'node:module';
import 'reflect-metadata';

register('./typescript.mjs', import.meta.url);
