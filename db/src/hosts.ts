/** The hosts of a database, of which one accepts writes. */
export interface Hosts {
  readonly count: number;
  /** Connection string of the host that worked last, or that is next to try. */
  readonly currentUrl: () => string;
  /** Tries another host from now on, unless that has already happened since the failed connection was started. */
  readonly moveOn: (failedUrl: string) => void;
}

/** Creates the hosts of a connection string, starting with its first one. */
export function createHosts(url: string): Hosts {
  const urls = splitHosts(url);
  let index = 0;
  const currentUrl = () => urls[index] ?? url;
  return {
    count: urls.length,
    currentUrl,
    moveOn(failedUrl) {
      if (failedUrl === currentUrl()) index = (index + 1) % urls.length;
    },
  };
}

/** Splits `postgres://user@a,b:5433/name`, as libpq understands it, into one connection string per host. */
export function splitHosts(url: string): readonly string[] {
  const start = url.indexOf('//') + 2;
  const length = url.slice(start).search(/[/?#]/);
  const end = length < 0 ? url.length : start + length;
  const hostStart = Math.max(start, url.lastIndexOf('@', end - 1) + 1);
  const hosts = url.slice(hostStart, end).split(',');
  return hosts.map((host) => url.slice(0, hostStart) + host + url.slice(end));
}
