"""What a game is made of: boards, facts, claims, settings, announcements, maps. All build on it; it knows none."""
