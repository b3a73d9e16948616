// Which IP addresses may be called: only those of the public internet. Refused are all special-purpose ranges (IANA
// registries, RFC 6890), and IPv6 addresses that carry an IPv4 address, because a gateway may send them anywhere.

import { BlockList, isIP } from 'node:net';

const refused4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and metadata of some clouds
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // public, but on Azure the host of the machine
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, with metadata of some clouds
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
];

/** Outside of global unicast (2000::/3), nothing is allowed; these are inside. */
const refused6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const private4 = listOf(refused4, 'ipv4');
const global6 = listOf(['2000::/3'], 'ipv6');
const special6 = listOf(refused6, 'ipv6');

/** Whether this IP address is on the public internet. Anything that is no address is not. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !private4.check(address, 'ipv4');
    case 6:
      // A zone names an interface of this machine.
      if (address.includes('%')) return false;
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    default:
      return false;
  }
}
