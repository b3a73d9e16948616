// One line of `verify` or `doctor`.

export interface Finding {
  /** What was checked, such as `vote counts`. */
  check: string;
  /** A warning does not make the command fail. */
  status: 'ok' | 'warning' | 'failed';
  message: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const warning = (check: string, message: string): Finding => ({ check, status: 'warning', message });
export const failed = (check: string, message: string): Finding => ({ check, status: 'failed', message });

const shown = 3;

/** Collects problems, keeping only the first few in memory. */
export class Problems {
  #count = 0;
  readonly #first: string[] = [];

  add(problem: string): void {
    this.#count += 1;
    if (this.#first.length < shown) this.#first.push(problem);
  }

  /** `fine` is the message if there was no problem. */
  toFinding(check: string, fine: string): Finding {
    if (this.#count === 0) return ok(check, fine);
    const more = this.#count - this.#first.length;
    return failed(check, `${this.#first.join('; ')}${more === 0 ? '' : `; and ${more} more`}`);
  }
}
