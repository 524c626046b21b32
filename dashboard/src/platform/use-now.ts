import { useEffect, useState } from 'react';
import { getNow } from './time.ts';

const everyMs = 20_000;

/** The server's time in milliseconds, renewed while the component is shown. */
export function useNow(): number {
  const [time, setTime] = useState(getNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(getNow()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return time;
}
