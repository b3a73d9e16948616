// Notices at the bottom left, at most three at a time. They take room of their own: its height is in `--notices`. Their
// time stands still while the pointer or the focus is on one of them.

import { CloseButton, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { hideNotice, type Notice, useShownNotices } from './notice-store.ts';
import classes from './notices.module.css';

const most = 3;

export function Notices() {
  const { list, round } = useShownNotices();
  const [isHeld, setHeld] = useState(false);
  const place = useHeight();
  const shown = list.slice(0, most);
  // What is gone sends no event that the pointer or the focus has left it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Asked whenever one appears or goes.
  useEffect(() => setHeld(place.current?.matches(':hover, :focus-within') ?? false), [list]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It does nothing but stay.
    <div
      ref={place}
      className={classes.place}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} isHeld={isHeld} round={round} />
      ))}
    </div>
  );
}

function NoticeCard({ notice, isHeld, round }: { notice: Notice; isHeld: boolean; round: number }) {
  const { common } = useTexts();
  const { id, tone, title, message, shownMs } = notice;
  // biome-ignore lint/correctness/useExhaustiveDependencies: A new message and a new round start the time again.
  useEffect(() => {
    if (shownMs === undefined || isHeld) return;
    const timer = setTimeout(() => hideNotice(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, shownMs, isHeld, round, message]);
  return (
    <div
      className={classes.notice}
      data-tone={tone}
      role={tone === 'done' || tone === 'failed' ? 'alert' : 'status'}
    >
      {tone === 'working' && <Loader size={16} mt={2} />}
      <div className={classes.body}>
        {title !== undefined && <div className={classes.title}>{title}</div>}
        {message}
      </div>
      {tone !== 'working' && (
        <CloseButton size="sm" aria-label={common.close} onClick={() => hideNotice(id)} />
      )}
    </div>
  );
}

/** Between the notices and what is below and above them. */
const gap = 8;

function useHeight() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      const height = current.clientHeight;
      document.documentElement.style.setProperty('--notices', `${height === 0 ? 0 : height + gap}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return place;
}
