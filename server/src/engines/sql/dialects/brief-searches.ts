// To find the rows that have several words, a text index goes through the entries of the rarest one and looks them up in
// the others. Where a quick answer matters more than every match, searches whose words are all common are left out.

/** Index entries that all searches together may go through: a few milliseconds. */
export const maxEntries = 4096;
