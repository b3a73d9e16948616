// Marks what visitors of the public site can see.

import { useTexts } from '../../texts/texts.tsx';
import { IconWorld } from '../icons.tsx';
import classes from './public-mark.module.css';

export function PublicMark() {
  const { visibility: texts } = useTexts();
  return (
    <span className={classes.mark} title={texts.visibilities.public}>
      <IconWorld size={13} aria-hidden />
      <span className={classes.text}>{texts.visibilities.public}</span>
    </span>
  );
}
