/** A link as a page shows it. */
export interface PageLink {
  place: URL;
  attributes: Readonly<Record<string, string>>;
  inHeading: boolean;
}

/** How to classify the links on a platform's pages. */
export interface SourceLinkDialect {
  /** Returns the id of the product that a link leads to; null for any other link. */
  linked(link: PageLink): string | null;
  /** The same for an address that the page itself declares as an item of its list; default `linked`. */
  listed?(place: URL): string | null;
  /** Returns the product's own address; default, the link's without query and fragment. */
  address?(id: string, place: URL): string;
  /** Set when only links with an image count. */
  pictured?: true;
}
