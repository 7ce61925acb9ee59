import ipaddr from 'ipaddr.js'

/**
 * Whether an address is one of the open internet (design §13): not this machine, the local network, a cloud's metadata
 * service, multicast, or an IPv6 form that carries one of these inside.
 */
export function isPublicAddress(address: string): boolean {
  // `process` turns an IPv4 address that is wrapped in IPv6 into what it stands for.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
