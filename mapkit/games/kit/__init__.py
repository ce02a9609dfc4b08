"""What games share: claims, drafts, corrections, measures, and the scenery on tiles. It knows none of them."""
