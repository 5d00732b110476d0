import { Param, type PipeTransform } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';

/** What cannot be an id is answered like one that does not exist. */
class WellFormed implements PipeTransform<string, string> {
  constructor(private readonly form: RegExp) {}

  transform(id: string): string {
    if (!this.form.test(id)) throw VigiaError.of('not_found');
    return id;
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const triggerId = /^trg_[0-9a-f]{32}$/;

export const Id = (name: string): ParameterDecorator => Param(name, new WellFormed(uuid));
export const TriggerId = (): ParameterDecorator => Param('triggerId', new WellFormed(triggerId));
