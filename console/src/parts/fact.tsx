// A term and its value, inside a `dl`.

import type { ReactNode } from 'react';

export function Fact(props: { term: string; title?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.term}</dt>
      <dd title={props.title}>{props.children}</dd>
    </div>
  );
}
