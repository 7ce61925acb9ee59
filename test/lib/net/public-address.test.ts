import { expect, test } from 'vitest'
import { isPublicAddress } from '#lib/net/public-address.ts'

test.each(['93.184.216.34', '8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  '%s is of the open internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['127.0.0.1'],
  ['127.8.8.8'],
  ['0.0.0.0'],
  ['10.0.0.1'],
  ['172.16.0.1'],
  ['172.31.255.255'],
  ['192.168.1.1'],
  // Carrier-grade NAT, and what some clouds use for their own services.
  ['100.64.0.1'],
  // A cloud's metadata service.
  ['169.254.169.254'],
  ['192.0.2.1'],
  ['198.18.0.1'],
  ['224.0.0.1'],
  ['240.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['fe80::1'],
  ['fc00::1'],
  ['fd00:ec2::254'],
  ['ff02::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:10.0.0.1'],
  // Translated by a gateway into 127.0.0.1 and 10.0.0.1.
  ['64:ff9b::7f00:1'],
  ['2002:a00:1::'],
  ['2001:db8::1'],
  ['localhost'],
  [''],
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
