/** A vendor's definite no, in our words; `code` goes into the record, `reason` to the people. */
export interface VendorRefusal {
  readonly code: string;
  readonly reason: string;
}
