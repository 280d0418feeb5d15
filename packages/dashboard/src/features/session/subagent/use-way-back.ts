import { useEffect, useRef } from 'react';
import { targetInAddress } from '../transcript/address.ts';
import type { ReaderState } from '../use-reader.ts';

/** Who reads a sub-agent by itself does not follow the session; who comes back stands where it was started. */
export function useWayBack(agent: string | undefined, { goToSequence, setFollowing }: ReaderState): void {
  const before = useRef<string>(undefined);
  const ways = useRef({ goToSequence, setFollowing });
  ways.current = { goToSequence, setFollowing };
  useEffect(() => {
    const came = before.current;
    before.current = agent;
    if (agent !== undefined) ways.current.setFollowing(false);
    else if (came !== undefined)
      void ways.current.goToSequence(targetInAddress().sequence ?? Number.parseInt(came, 10));
  }, [agent]);
}
