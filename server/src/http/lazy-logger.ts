// A logger that makes its children when they first log something. The framework asks for one per request, and most
// requests log nothing through it.

import type { FastifyBaseLogger } from 'fastify';

type Child = FastifyBaseLogger['child'];

export class LazyLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  child(...options: Parameters<Child>): FastifyBaseLogger {
    return new LazyLogger(() => this.#log.child(...options));
  }

  get level() {
    return this.#log.level;
  }

  get fatal() {
    return this.#method('fatal');
  }

  get error() {
    return this.#method('error');
  }

  get warn() {
    return this.#method('warn');
  }

  get info() {
    return this.#method('info');
  }

  get debug() {
    return this.#method('debug');
  }

  get trace() {
    return this.#method('trace');
  }

  get silent() {
    return this.#method('silent');
  }

  #method<Name extends Exclude<keyof FastifyBaseLogger, 'child' | 'level'>>(
    name: Name,
  ): FastifyBaseLogger[Name] {
    return this.#log[name].bind(this.#log) as FastifyBaseLogger[Name];
  }
}
