/** For how long a host is asked to keep what it was sent. */
export type CacheLifetime = '5m' | '1h'
