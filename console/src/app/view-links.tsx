// The saved views, below the posts in the navigation. More than fit there stand above the list as well.

import { Link } from '@tanstack/react-router';
import { useViews } from '../data/feedback/views.ts';
import classes from './shell.module.css';

const maxShown = 12;

export function ViewLinks() {
  const views = useViews().data ?? [];
  return views.slice(0, maxShown).map(({ id, name }) => (
    <Link key={id} to="/posts" search={{ view: id }} className={`${classes.link} ${classes.view}`}>
      <bdi className={classes.viewName}>{name}</bdi>
    </Link>
  ));
}
