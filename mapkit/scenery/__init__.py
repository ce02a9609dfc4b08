"""Pictures that several games put on their tiles. Nothing below the games draws them; a game takes what it needs."""
