// A color next to a name. Never the only cue, since not everyone can tell colors apart.

import classes from './color-dot.module.css';

export function ColorDot({ color }: { color: string | null }) {
  return (
    <svg className={classes.dot} viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.5" fill={color ?? 'none'} stroke={color ?? 'currentColor'} />
    </svg>
  );
}

export function ColorLabel(props: { color: string | null; name: string }) {
  return (
    <span className={classes.labeled}>
      <ColorDot color={props.color} />
      <bdi>{props.name}</bdi>
    </span>
  );
}
